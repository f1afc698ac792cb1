"""Terminal input and output: the prompt, forms, Markdown and live views."""
