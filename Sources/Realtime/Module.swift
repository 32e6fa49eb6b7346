// The module Realtime.
