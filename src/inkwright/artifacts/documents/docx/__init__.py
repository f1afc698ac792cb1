"""Word documents: built with pandoc, styled, and checked."""
