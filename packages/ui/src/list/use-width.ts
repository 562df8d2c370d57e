import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/** The width of an element from the first time that it is painted on: an observer tells it only after, and what fits would move. */
export function useWidth<Box extends HTMLElement>() {
  const { ref: observed, width } = useElementSize<Box>()
  const [first, setFirst] = useState(0)
  const measure = useCallback((box: Box | null) => {
    if (box) setFirst(box.clientWidth)
  }, [])
  return { ref: useMergedRef(observed, measure), width: width || first }
}
