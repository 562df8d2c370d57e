import { useState } from 'react'

const KEY = 'entornoDePruebas'

/** The entorno that this browser used last. */
export function useEntornoChoice(): [string | null, (id: string | null) => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY))
  return [
    chosen,
    (id) => {
      if (id === null) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, id)
      setChosen(id)
    },
  ]
}
