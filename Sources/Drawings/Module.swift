// The module Drawings.
