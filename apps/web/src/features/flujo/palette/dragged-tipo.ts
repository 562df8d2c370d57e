import { TIPOS_NODO, type TipoNodo } from '@div/contract'

const MEDIA_TYPE = 'application/x-div-nodo'

/** A node type that is dragged from the palette onto the canvas. */
export function writeDragged(transfer: DataTransfer, tipo: TipoNodo): void {
  transfer.setData(MEDIA_TYPE, tipo)
  transfer.effectAllowed = 'copy'
}

/** Null of what comes from elsewhere. */
export function readDragged(transfer: DataTransfer): TipoNodo | null {
  const written = transfer.getData(MEDIA_TYPE)
  return TIPOS_NODO.find((tipo) => tipo === written) ?? null
}
