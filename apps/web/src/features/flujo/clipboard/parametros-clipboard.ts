import { type ClipboardPayload, canCopy, clipboardSchema, copyParametros, type Nodo } from '@div/contract'
import { notify } from '@div/ui'
import { TIPO_NODO_LOOKS } from '../../../shared/flujo/tipo-nodo.tsx'
import { planChangeNodo } from '../document/plan-change.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { type ClipboardEntry, writeEntry } from './clipboard-log.ts'
import { isFrom, writeOrigin } from './copied-origin.ts'
import { planPasteParametros } from './paste-parametros.ts'

const KEY = 'lienzo:parametros'

/** Copying, pasting and emptying, by menu and by keys, each told to the person and to the log. */
export function parametrosClipboard(store: EditorStore, nodo: Nodo) {
  const here = `${nodo.nombre} (${nodo.id})`

  function log(entry: Pick<ClipboardEntry, 'operacion'> & Partial<ClipboardEntry>) {
    const proceso = store.read().stored.nombre
    writeEntry(localStorage, {
      at: Date.now(),
      proceso,
      de: null,
      a: null,
      cuantos: 0,
      motivo: null,
      ...entry,
    })
  }

  function copy() {
    const verdict = canCopy(nodo.tipo)
    const refuse = (motivo: string) => {
      log({ operacion: 'copiar', de: here, motivo })
      notify.warning('Error al copiar los datos', motivo)
    }
    if (!verdict.ok) {
      refuse(verdict.reason)
      return
    }
    const payload = copyParametros({ ...nodo, ...textsOf(nodo) }, Date.now())
    const cuantos = payload.datos.length
    try {
      localStorage.setItem(KEY, JSON.stringify(payload))
      writeOrigin({ procesoId: store.read().stored.id, timestamp: payload.timestamp })
    } catch {
      refuse('El navegador no tiene sitio para tanto: copie menos o libere espacio.')
      return
    }
    log({ operacion: 'copiar', de: here, cuantos })
    notify.success('Copiado', `${cuantos} parámetros copiados al clipboard`)
  }

  function paste() {
    try {
      put(readPayload())
    } catch {
      // Another version of the product or another program wrote there: it cannot even be told what it was to be.
      const motivo = 'Lo copiado está dañado o es de otra versión del producto: cópielo otra vez.'
      log({ operacion: 'pegar', a: here, motivo })
      notify.error('Error al pegar los datos', motivo)
    }
  }

  function put(payload: ClipboardPayload | null) {
    const de = payload && sourceOf(payload)
    const isOfOther = payload !== null && !isFrom(store.read().stored.id, payload)
    const plan = planPasteParametros({ flujo: store.flujo, nodo, payload, isOfOther, now: Date.now() })
    if (!plan.ok) {
      log({ operacion: 'pegar', de, a: here, motivo: plan.reason })
      notify.warning('Paste no permitido', plan.reason)
      return
    }
    store.change((flujo) => planChangeNodo(flujo, nodo.id, { parametros: plan.parametros }))
    log({ operacion: 'pegar', de, a: here, cuantos: plan.count })
    notify.success('Pegado exitoso', `${plan.count} parámetros pegados correctamente`)
  }

  function empty() {
    localStorage.removeItem(KEY)
    log({ operacion: 'vaciar' })
    notify.info('Clipboard limpiado', 'El clipboard ha sido vaciado')
  }

  return { copy, paste, empty }
}

/** The node may be of another proceso: what is known of it is what was copied along. */
function sourceOf({ origen }: ClipboardPayload): string {
  return `${TIPO_NODO_LOOKS[origen.tipoNodo].label} (${origen.idNodo})`
}

/** Null: nothing was copied. Throws when what is there is no payload. */
function readPayload(): ClipboardPayload | null {
  const held = localStorage.getItem(KEY)
  return held === null ? null : clipboardSchema.parse(JSON.parse(held))
}

function textsOf({ tipoServidor, tipoObjeto }: Nodo) {
  return {
    tipoServidor: typeof tipoServidor === 'string' ? tipoServidor : undefined,
    tipoObjeto: typeof tipoObjeto === 'string' ? tipoObjeto : undefined,
  }
}
