"""What readers notice in text of any format: sentences that stop, wrong numbers and totals, dead references."""
