import { useLocalStorage } from '@mantine/hooks'

const LEAST = 320
const MOST = 900

/** How wide the inspector is; the browser remembers it. */
export function useInspectorWidth() {
  const [width, setStored] = useLocalStorage({
    key: 'lienzo:inspector',
    defaultValue: 400,
    getInitialValueInEffect: false,
  })
  return { width, setWidth: (next: number) => setStored(Math.round(Math.min(MOST, Math.max(LEAST, next)))) }
}
