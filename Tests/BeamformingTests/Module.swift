// Tests of Beamforming.
