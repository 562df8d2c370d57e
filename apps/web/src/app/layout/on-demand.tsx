import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

export interface DropdownProps {
  /** The button that it hangs from. */
  target: ReactElement<ComponentProps<'button'>>
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

interface OnDemandProps {
  load: () => Promise<unknown>
  /** What `load` loads. */
  dropdown: ComponentType<DropdownProps>
  children: DropdownProps['target']
}

/**
 * What hangs from a button of the top bar. Its script comes when somebody is about to press the button, so that no page waits for it.
 * The button is another element then, which takes the focus over.
 */
export function OnDemand({ load, dropdown, children }: OnDemandProps) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted)
    return (
      <Suspense fallback={children}>
        <OpenedOnce dropdown={dropdown} target={children} />
      </Suspense>
    )
  return cloneElement(children, {
    'aria-haspopup': true,
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => setWanted(true),
  })
}

function OpenedOnce({
  dropdown: Dropdown,
  target,
}: Pick<OnDemandProps, 'dropdown'> & Pick<DropdownProps, 'target'>) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpen(true)
  }, [])
  return <Dropdown target={cloneElement(target, { ref: button })} isOpen={isOpen} onChange={setOpen} />
}
