// Tests of Realtime.
