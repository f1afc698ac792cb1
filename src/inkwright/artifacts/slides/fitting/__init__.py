"""Text fitting: line breaks, heights, and the largest size that fits a box."""
