import { createCatalogo, type FuncionCatalogo, type FuncionDefinition } from '@div/formula'
import { ACCESO } from './acceso.ts'
import { CONVERSION } from './conversion.ts'
import { FECHA } from './fecha.ts'
import { HASH } from './hash.ts'
import { IDENTIFICADORES } from './identificadores.ts'
import { LISTA } from './lista.ts'
import { LOGICA } from './logica.ts'
import { NUMERO } from './numero.ts'
import { OBJETO } from './objeto.ts'
import { TEXTO } from './texto.ts'

export { FORMATOS } from './formatos/formatos.ts'
export { readElement } from './formatos/read-element.ts'
export { readXml, writeXml } from './formatos/xml.ts'

/** Every function, in the order of the documentation. A new group is one line here. */
export const DEFINICIONES: readonly FuncionDefinition[] = [
  ...TEXTO,
  ...NUMERO,
  ...FECHA,
  ...LISTA,
  ...OBJETO,
  ...LOGICA,
  ...CONVERSION,
  ...HASH,
  ...IDENTIFICADORES,
  ...ACCESO,
]

/** What formulas may call. */
export const FUNCIONES: FuncionCatalogo = createCatalogo(DEFINICIONES)
