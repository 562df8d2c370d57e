import { useMediaQuery } from '@mantine/hooks'

/** Below this width what stands beside the canvas stands below it, or in a drawer. */
const NARROW = '(max-width: 62em)'

export function useIsNarrow(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
}
