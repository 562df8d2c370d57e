/** Where a key works: in any drawing, only for who may change it, beside an earlier state that is looked at, or everywhere. */
type Where = 'lienzo' | 'edita' | 'version' | 'siempre'

/** `combos`: what of `list-hotkeys` it tells of. */
type Shortcut = readonly [words: string, keys: readonly string[], where: Where, ...combos: readonly string[]]

const SHORTCUTS: readonly (readonly [title: string, shortcuts: readonly Shortcut[]])[] = [
  [
    'Dibujar',
    [
      ['Añadir lo que sigue', ['A'], 'edita', 'A'],
      ['Conectar el nodo con otro', ['C'], 'edita', 'C'],
      ['Añadir nota', ['N'], 'edita', 'N'],
      ['Agrupar lo seleccionado', ['Ctrl', 'G'], 'edita', 'mod+G'],
      ['Sacar nodos de su grupo', ['Alt', 'arrastrar'], 'edita'],
      ['Eliminar lo seleccionado', ['Supr'], 'edita', 'Delete', 'Backspace'],
      ['Deshacer', ['Ctrl', 'Z'], 'edita', 'mod+Z'],
      ['Rehacer', ['Ctrl', 'Y'], 'edita', 'mod+Y', 'mod+shift+Z'],
    ],
  ],
  [
    'Ordenar',
    [
      ['Ordenar todo', ['O'], 'edita', 'O'],
      ['Mover lo seleccionado', ['Flechas'], 'edita'],
      ['Alinear a la izquierda', ['Mayús', 'I'], 'edita', 'shift+I'],
      ['Alinear a la derecha', ['Mayús', 'D'], 'edita', 'shift+D'],
      ['Centrar en una columna', ['Mayús', 'K'], 'edita', 'shift+K'],
      ['Alinear arriba', ['Mayús', 'A'], 'edita', 'shift+A'],
      ['Alinear abajo', ['Mayús', 'B'], 'edita', 'shift+B'],
      ['Centrar en una fila', ['Mayús', 'F'], 'edita', 'shift+F'],
      ['Repartir a lo ancho', ['Mayús', 'X'], 'edita', 'shift+X'],
      ['Repartir a lo alto', ['Mayús', 'Y'], 'edita', 'shift+Y'],
    ],
  ],
  [
    'Seleccionar',
    [
      ['Ir al nodo o a la conexión siguiente', ['Tab'], 'siempre'],
      ['Seleccionar; abrir el nodo, si ya lo está', ['Entrar'], 'lienzo'],
      ['Seleccionar varios', ['Mayús', 'arrastrar'], 'lienzo'],
      ['Seleccionar todos', ['Ctrl', 'A'], 'lienzo', 'mod+A'],
      ['Volver de un campo a su nodo', ['Esc'], 'lienzo'],
      ['No seleccionar nada', ['Esc'], 'lienzo', 'Escape'],
      ['Volver al borrador', ['Esc'], 'version', 'Escape'],
    ],
  ],
  [
    'Ver',
    [
      ['Buscar en los nodos', ['Ctrl', 'F'], 'lienzo'],
      ['Ver todo', ['F'], 'lienzo', 'F'],
      ['Acercar lo seleccionado', ['Z'], 'lienzo', 'Z'],
      ['Esta lista', ['?'], 'siempre', '?', 'shift+?'],
    ],
  ],
  [
    'Copiar nodos',
    [
      ['Copiar los nodos', ['Ctrl', 'C'], 'lienzo', 'mod+C'],
      ['Cortar los nodos', ['Ctrl', 'X'], 'edita', 'mod+X'],
      ['Pegar los nodos', ['Ctrl', 'V'], 'edita', 'mod+V'],
      ['Duplicar los nodos', ['Ctrl', 'D'], 'edita', 'mod+D'],
    ],
  ],
  [
    'Clipboard de parámetros',
    [
      ['Copiar los parámetros del nodo', ['Mayús', 'C'], 'lienzo', 'shift+C'],
      ['Pegar parámetros en el nodo', ['Mayús', 'V'], 'edita', 'shift+V'],
      ['Registro del clipboard', ['Mayús', 'R'], 'lienzo', 'shift+R'],
    ],
  ],
  [
    'Paneles',
    [
      ['Probar', ['Ctrl', 'Entrar'], 'edita', 'mod+Enter'],
      ['Versiones', ['V'], 'siempre', 'V'],
      ['Guardar ya', ['Ctrl', 'S'], 'edita'],
      ['Otra pestaña del inspector', ['←', '→'], 'siempre'],
      ['Ancho del inspector, en su borde', ['←', '→'], 'lienzo'],
    ],
  ],
  [
    'Fórmulas y SQL',
    [
      ['Sugerencias', ['Ctrl', 'Espacio'], 'edita'],
      ['Tomar la sugerencia', ['Tab'], 'edita'],
      ['Ejecutar la consulta', ['Ctrl', 'Entrar'], 'edita'],
    ],
  ],
]

/** Who looks, and at what. */
export interface Onlooker {
  mayEdit: boolean
  /** An earlier state stands in front of the drawing. */
  isVersionShown: boolean
}

interface ListedShortcut {
  words: string
  keys: readonly string[]
  combos: readonly string[]
}

/** The keys that do something for who looks, by what they are for. */
export function listShortcuts(
  onlooker: Onlooker,
): readonly { title: string; shortcuts: readonly ListedShortcut[] }[] {
  return SHORTCUTS.map(([title, shortcuts]) => ({
    title,
    shortcuts: shortcuts
      .filter(([, , where]) => works(where, onlooker))
      .map(([words, keys, , ...combos]) => ({ words, keys, combos })),
  })).filter(({ shortcuts }) => shortcuts.length > 0)
}

function works(where: Where, { mayEdit, isVersionShown }: Onlooker): boolean {
  if (where === 'siempre') return true
  if (where === 'version' || isVersionShown) return where === 'version' && isVersionShown
  return where === 'lienzo' || mayEdit
}
