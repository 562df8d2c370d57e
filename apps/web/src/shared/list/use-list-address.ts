import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export interface ListAddress<Name extends string> {
  /** What the address says, or the default. */
  values: Readonly<Record<Name, string>>
  set: (name: Name, value: string) => void
  /** Back to all defaults. */
  clear: () => void
  /** Something other than the sorting is asked for. */
  isFiltered: boolean
}

/**
 * Search, filters and sorting of a list as they stand in the address, so that a link, the back button and a reload lead to the same list.
 * `defaults` names all of them; what is at its default is left out of the address.
 */
export function useListAddress<Name extends string>(
  defaults: Readonly<Record<Name | 'orden', string>>,
): ListAddress<Name | 'orden'> {
  const [params, setParams] = useSearchParams()
  // The names of a list never change; a new object for the same defaults must not make a new address.
  const key = JSON.stringify(defaults)
  return useMemo(() => {
    const initial: Record<Name | 'orden', string> = JSON.parse(key)
    const names = Object.keys(initial) as (Name | 'orden')[]
    const values = { ...initial }
    for (const name of names) values[name] = params.get(name) ?? initial[name]
    return {
      values,
      set(name, value) {
        setParams(
          (current) => {
            const next = new URLSearchParams(current)
            if (value === initial[name]) next.delete(name)
            else next.set(name, value)
            return next
          },
          { replace: true },
        )
      },
      clear: () =>
        setParams(
          (current) => {
            const others = new URLSearchParams(current)
            for (const name of names) others.delete(name)
            return others
          },
          { replace: true },
        ),
      isFiltered: names.some((name) => name !== 'orden' && values[name] !== initial[name]),
    }
  }, [key, params, setParams])
}

/** The parameters of a call: what is empty is not asked. */
export function useQueryOf(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const given = Object.entries(values).filter(([, value]) => value !== '')
  const key = JSON.stringify(given)
  return useCallback(() => Object.fromEntries(JSON.parse(key)), [key])()
}
