import { useLocalStorage } from '@mantine/hooks'

const LEAST = 320
const MOST = 900
/** Of three columns. */
const MOST_WIDE = 1_600

/** How wide the inspector is, in one column and in three; the browser remembers both. */
export function useInspectorWidth() {
  const { isWide } = useInspectorWide()
  const [narrow, setNarrow] = useWidth('lienzo:inspector', 400)
  const [wide, setWide] = useWidth('lienzo:inspector-columnas', 980)
  const most = isWide ? MOST_WIDE : MOST
  const store = isWide ? setWide : setNarrow
  return {
    width: isWide ? wide : narrow,
    setWidth: (next: number) => store(Math.round(Math.min(most, Math.max(LEAST, next)))),
  }
}

/** Whether the data stands at both sides of the form. */
export function useInspectorWide() {
  const [isWide, setIsWide] = useLocalStorage({
    key: 'lienzo:inspector-amplio',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return { isWide, setIsWide }
}

function useWidth(key: string, defaultValue: number) {
  return useLocalStorage({ key, defaultValue, getInitialValueInEffect: false })
}
