import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

const looks = {
  solid:
    "bg-accent text-on-accent shadow-xs hover:brightness-110 active:brightness-95 disabled:opacity-45 disabled:shadow-none",
  plain:
    "border border-line bg-sheet text-ink shadow-xs hover:border-soft/40 hover:bg-well active:bg-line disabled:opacity-50",
  quiet: "text-soft hover:bg-well hover:text-ink disabled:opacity-40",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks;
}

export function Button({ look = "plain", className = "", ...rest }: ButtonProps) {
  const shape = "inline-flex min-h-9 items-center justify-center gap-2 rounded-lg px-3.5 py-1.5 text-sm font-medium";
  return <button type="button" className={`${shape} transition-colors ${looks[look]} ${className}`} {...rest} />;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  ref?: Ref<HTMLButtonElement>;
  look?: keyof typeof looks;
  children: ReactNode;
}

/** A button that is only an icon; its label is read aloud and shown when the pointer rests. */
export function IconButton({ label, look = "quiet", className = "", children, ...rest }: IconButtonProps) {
  const shape = "inline-flex size-9 shrink-0 items-center justify-center rounded-lg transition-colors";
  return (
    <button type="button" aria-label={label} title={label} className={`${shape} ${looks[look]} ${className}`} {...rest}>
      {children}
    </button>
  );
}
