import { Kbd, Modal, Table } from '@mantine/core'

const SHORTCUTS: readonly (readonly [words: string, keys: readonly string[]])[] = [
  ['Añadir lo que sigue', ['A']],
  ['Conectar el nodo con otro', ['C']],
  ['Probar', ['Ctrl', 'Entrar']],
  ['Guardar ya', ['Ctrl', 'S']],
  ['Deshacer', ['Ctrl', 'Z']],
  ['Rehacer', ['Ctrl', 'Y']],
  ['Copiar los nodos', ['Ctrl', 'C']],
  ['Cortar los nodos', ['Ctrl', 'X']],
  ['Pegar los nodos', ['Ctrl', 'V']],
  ['Duplicar los nodos', ['Ctrl', 'D']],
  ['Eliminar lo seleccionado', ['Supr']],
  ['Seleccionar todos', ['Ctrl', 'A']],
  ['Seleccionar varios', ['Mayús', 'arrastrar']],
  ['Mover lo seleccionado', ['Flechas']],
  ['Ir al nodo siguiente', ['Tab']],
  ['Seleccionar el nodo; abrirlo, si ya lo está', ['Entrar']],
  ['No seleccionar nada', ['Esc']],
  ['Buscar en los nodos', ['Ctrl', 'F']],
  ['Ver todo', ['F']],
  ['Acercar lo seleccionado', ['Z']],
  ['Ordenar', ['O']],
  ['Alinear a la izquierda', ['Mayús', 'I']],
  ['Alinear arriba', ['Mayús', 'A']],
  ['Repartir a lo ancho', ['Mayús', 'X']],
  ['Repartir a lo alto', ['Mayús', 'Y']],
  ['Agrupar lo seleccionado', ['Ctrl', 'G']],
  ['Sacar nodos de su grupo', ['Alt', 'arrastrar']],
  ['Añadir nota', ['N']],
  ['Esta lista', ['?']],
]

/** Every key of the canvas. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Atajos de teclado" closeButtonProps={{ 'aria-label': 'Cerrar' }}>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {SHORTCUTS.map(([words, keys]) => (
            <Table.Tr key={words}>
              <Table.Td>{words}</Table.Td>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
