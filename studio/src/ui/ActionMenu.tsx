import { DropdownMenu } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { menuPlace } from "./returnFocus";

export interface MenuAction {
  text: string;
  run?: () => void;
  /** A link instead of an action: it is downloaded under this name. */
  href?: string;
  fileName?: string;
  isGrave?: boolean;
  isDisabled?: boolean;
}

interface ActionMenuProps {
  label: string;
  icon: ReactNode;
  actions: readonly MenuAction[];
  className?: string;
}

const ITEM =
  "block cursor-pointer rounded-md px-3 py-1.5 text-sm outline-none data-[disabled]:cursor-default data-[disabled]:opacity-50 data-[highlighted]:bg-well";

/** A button with a menu of what can be done with something. */
export function ActionMenu({ label, icon, actions, className = "" }: ActionMenuProps) {
  const hasActed = useRef(false);
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(isOpening) => {
        if (isOpening) hasActed.current = false;
      }}
    >
      <DropdownMenu.Trigger
        aria-label={label}
        title={label}
        className={`flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-well hover:text-ink ${className}`}
      >
        {icon}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={menuPlace()}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          // An action may open a field, which has the focus then; only a menu that was left goes back to its button.
          onCloseAutoFocus={(event) => hasActed.current && event.preventDefault()}
          className="menu"
        >
          {actions.map((each) =>
            each.href ? (
              <DropdownMenu.Item key={each.text} className={ITEM} asChild>
                <a href={each.href} download={each.fileName ?? true}>
                  {each.text}
                </a>
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item
                key={each.text}
                disabled={each.isDisabled}
                className={`${ITEM} ${each.isGrave ? "text-warn" : ""}`}
                onSelect={() => {
                  hasActed.current = true;
                  each.run?.();
                }}
              >
                {each.text}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
