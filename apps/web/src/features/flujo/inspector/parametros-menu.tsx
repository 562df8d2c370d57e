import { canCopy, clipboardSchema, copyParametros, type Nodo } from '@div/contract'
import { notify } from '@div/ui'
import { Menu } from '@mantine/core'
import { IconClipboard, IconClipboardX, IconCopy } from '@tabler/icons-react'
import { RowMenu } from '../../../shared/list/row-menu.tsx'
import { useEditorStore } from '../store/use-editor.ts'
import { planPasteParametros } from './paste-parametros.ts'
import { useChangeNodo } from './use-change-nodo.ts'

const KEY = 'lienzo:parametros'

/** The parameters of a node go to another one, of any proceso and any tab. */
export function ParametrosMenu({ nodo }: { nodo: Nodo }) {
  const store = useEditorStore()
  const change = useChangeNodo(nodo.id)

  function copy() {
    const verdict = canCopy(nodo.tipo)
    if (!verdict.ok) {
      notify.warning('Error al copiar los datos', verdict.reason)
      return
    }
    const payload = copyParametros({ ...nodo, ...textsOf(nodo) }, Date.now())
    localStorage.setItem(KEY, JSON.stringify(payload))
    notify.success('Copiado', `${payload.datos.length} parámetros copiados al clipboard`)
  }

  function paste() {
    const plan = planPasteParametros(store.flujo, nodo, readPayload(), Date.now())
    if (!plan.ok) {
      notify.warning('Paste no permitido', plan.reason)
      return
    }
    change({ parametros: plan.parametros })
    notify.success('Pegado exitoso', `${plan.count} parámetros pegados correctamente`)
  }

  function empty() {
    localStorage.removeItem(KEY)
    notify.info('Clipboard limpiado', 'El clipboard ha sido vaciado')
  }

  return (
    <RowMenu
      label="Parámetros del nodo"
      renderItems={() => (
        <>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
            Copiar parámetros
          </Menu.Item>
          <Menu.Item leftSection={<IconClipboard size={16} aria-hidden />} onClick={paste}>
            Pegar parámetros
          </Menu.Item>
          <Menu.Item leftSection={<IconClipboardX size={16} aria-hidden />} onClick={empty}>
            Vaciar el clipboard
          </Menu.Item>
        </>
      )}
    />
  )
}

/** What another version of the product or another program wrote counts for nothing. */
function readPayload() {
  try {
    return clipboardSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

function textsOf({ tipoServidor, tipoObjeto }: Nodo) {
  return {
    tipoServidor: typeof tipoServidor === 'string' ? tipoServidor : undefined,
    tipoObjeto: typeof tipoObjeto === 'string' ? tipoObjeto : undefined,
  }
}
