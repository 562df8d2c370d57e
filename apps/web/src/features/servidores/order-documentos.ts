interface Documento {
  nombre: string
  contenido: string
}

/** The one with the service comes first: the others are what it imports. */
export function orderDocumentos(documentos: readonly Documento[]): Documento[] {
  return documentos.toSorted((left, right) => rankOf(left) - rankOf(right))
}

function rankOf({ nombre, contenido }: Documento): number {
  if (/<(?:[\w.-]+:)?service[\s>]/.test(contenido)) return 0
  return nombre.toLowerCase().endsWith('.wsdl') ? 1 : 2
}
