import { validateDrawn } from '@div/nodos/validar'
import type { LookRequest } from './look-request.ts'

// Apart from the page: of a thousand nodes it takes a tenth of a second, and no key waits for it.
globalThis.onmessage = ({ data: { flujo, modo, limites } }: MessageEvent<LookRequest>) => {
  globalThis.postMessage(validateDrawn(flujo, { modo, limites }))
}
