import { arrange } from './arrange.ts'
import type { LayoutRequest } from './layout-request.ts'

// Apart from the page: of a thousand nodes it takes seconds, in which a person goes on working.
globalThis.onmessage = ({ data }: MessageEvent<LayoutRequest>) => {
  globalThis.postMessage(arrange(data))
}
