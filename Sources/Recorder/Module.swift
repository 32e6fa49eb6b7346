// The module Recorder.
