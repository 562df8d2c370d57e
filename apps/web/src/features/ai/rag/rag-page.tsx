import type { ColeccionDeRagResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Badge, Menu } from '@mantine/core'
import { IconBooks, IconSearch, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { CreateButton } from '../../../shared/list/create-button.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { NameLink } from '../../../shared/list/name-link.tsx'
import { descripcionColumn, modificadoColumn, usosColumn } from '../../../shared/list/shared-columns.tsx'
import { ThingMenu } from '../../../shared/list/thing-menu.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { useMarks } from '../../../shared/list/use-marks.tsx'
import { useOpened } from '../../../shared/list/use-opened.ts'
import { useCan } from '../../../shared/session.ts'
import { ColeccionPanel } from './coleccion-panel.tsx'
import { useColecciones } from './rag-api.ts'
import { VectorialNote } from './vectorial-note.tsx'

const COLUMNS: readonly ListColumn<ColeccionDeRagResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <NameLink to={addressOf('rag', id)}>{nombre}</NameLink>,
  },
  {
    key: 'documentos',
    title: 'Documentos',
    width: 152,
    from: 480,
    isEssential: true,
    isTitled: true,
    render: ({ documentos, conError }) => (
      <>
        {documentos.toLocaleString('es')}{' '}
        {conError > 0 && <Badge color="red">{`${conError.toLocaleString('es')} con error`}</Badge>}
      </>
    ),
  },
  {
    key: 'pasajes',
    title: 'Pasajes',
    width: 104,
    align: 'right',
    from: 520,
    render: ({ pasajes }) => pasajes.toLocaleString('es'),
  },
  {
    key: 'busqueda',
    title: 'Se busca',
    width: 176,
    from: 640,
    render: ({ servidorId }) => (servidorId === null ? 'Por palabras' : 'Palabras y vectores'),
  },
  usosColumn({ title: 'Usada por', from: 760 }),
  modificadoColumn({ title: 'Modificada', from: 860 }),
  descripcionColumn({ from: 700 }),
]

const NOUN = ['colección', 'colecciones'] as const

export default function RagPage() {
  const address = useListAddress({ q: '', orden: 'nombre' })
  const data = useColecciones(useQueryOf(address.values))
  const opened = useOpened()
  const mayCreate = useCan('rag.crear')
  const mayEdit = useCan('rag.editar')
  const marks = useMarks(mayEdit, { resource: 'rag', noun: NOUN, data, acciones: ['eliminar'] })
  const create = mayCreate && <CreateButton onClick={opened.openNew}>Crear colección</CreateButton>
  return (
    <ListPage
      title="RAG"
      summary={
        <>
          Documentos en los que se busca: personas aquí, y procesos con el servidor DIV.
          <VectorialNote />
        </>
      }
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={create}
      empty={
        <EmptyState
          icon={IconBooks}
          title="Todavía no hay colecciones"
          text="Una colección reúne documentos (PDF, DOCX, XLSX, CSV, HTML, Markdown o texto), los corta en pasajes y los encuentra por sus palabras y, con un servidor de modelos, por lo que significan."
          action={
            <>
              {create}
              <GuiaLink to="/docs/rag">buscar en documentos</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      rowActions={(row) => (
        <ThingMenu
          resource="rag"
          noun="la colección"
          row={row}
          renderItems={() => (
            <>
              <Menu.Item
                component={Link}
                to={`${addressOf('rag', row.id)}/buscar`}
                leftSection={<IconSearch size={16} aria-hidden />}
              >
                Buscar
              </Menu.Item>
              <Menu.Item
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => opened.open(row.id)}
              >
                Ajustes
              </Menu.Item>
            </>
          )}
        />
      )}
      openId={opened.id}
      aside={(opened.isNew || opened.id !== null) && <ColeccionPanel key={opened.id} opened={opened} />}
    />
  )
}
