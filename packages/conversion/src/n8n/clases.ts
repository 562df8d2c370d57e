import { BASES_DE_DATOS } from './clases/bases-de-datos.ts'
import { BUCLES } from './clases/bucles.ts'
import { DATOS } from './clases/datos.ts'
import { DECISIONES } from './clases/decisiones.ts'
import { DISPARADORES } from './clases/disparadores.ts'
import { HTTP } from './clases/http.ts'
import { MENSAJES } from './clases/mensajes.ts'
import { OTROS } from './clases/otros.ts'
import type { ClaseDeN8n } from './traduccion-n8n.ts'

/** Every kind of node of n8n that is known, for the conversion and for its page of the documentation. */
export const CLASES_DE_N8N: Readonly<Record<string, ClaseDeN8n>> = {
  ...DISPARADORES,
  ...DECISIONES,
  ...DATOS,
  ...BUCLES,
  ...HTTP,
  ...BASES_DE_DATOS,
  ...MENSAJES,
  ...OTROS,
  'n8n-nodes-base.stickyNote': { veredicto: 'tomado', mensaje: 'Una nota del lienzo.' },
}
