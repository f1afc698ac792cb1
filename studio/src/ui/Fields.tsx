import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";

const BOX = "w-full rounded-lg border border-line bg-paper px-3 text-sm focus:border-accent disabled:opacity-60";

interface Labelled {
  label: string;
  about?: string;
}

function Labelled({ label, about, children }: Labelled & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="block">
      <span className="mb-1 block text-sm font-medium">{label}</span>
      {children}
      {about && <span className="mt-1 block text-xs text-soft">{about}</span>}
    </label>
  );
}

export function TextField({ label, about, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Labelled label={label} about={about}>
      <input type="text" className={`${BOX} h-10`} {...rest} />
    </Labelled>
  );
}

export function TextArea({ label, about, ...rest }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Labelled label={label} about={about}>
      <textarea className={`${BOX} field-sizing-content max-h-[40vh] min-h-20 py-2 leading-relaxed`} {...rest} />
    </Labelled>
  );
}

export function SelectField({
  label,
  about,
  children,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement> & { children: ReactNode }) {
  return (
    <Labelled label={label} about={about}>
      <select className={`${BOX} h-10`} {...rest}>
        {children}
      </select>
    </Labelled>
  );
}

interface CheckFieldProps {
  label: string;
  about?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckField({ label, about, checked, disabled, onChange }: CheckFieldProps) {
  return (
    <label className="flex items-start gap-2.5 py-0.5">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block text-sm">{label}</span>
        {about && <span className="block text-xs text-soft">{about}</span>}
      </span>
    </label>
  );
}
