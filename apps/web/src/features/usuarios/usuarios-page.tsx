import { ROLES, type UsuarioGuardado } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useOpened } from '../../shared/list/use-opened.ts'
import { RoleBadge } from '../../shared/role-badge.tsx'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { PasswordDialog, type ShownPassword } from './password-dialog.tsx'
import { UsuarioMenu } from './usuario-menu.tsx'
import { UsuarioPanel } from './usuario-panel.tsx'
import { UsuarioState } from './usuario-state.tsx'
import { useUsuarios } from './usuarios-api.ts'

const COLUMNS: readonly ListColumn<UsuarioGuardado>[] = [
  {
    key: 'username',
    title: 'Usuario',
    orden: 'username',
    render: ({ id, username }) => <RowLink id={id}>{username}</RowLink>,
  },
  {
    key: 'email',
    title: 'Correo',
    orden: 'email',
    from: 640,
    render: ({ email }) => (
      <Text size="sm" truncate title={email}>
        {email}
      </Text>
    ),
  },
  {
    key: 'role',
    title: 'Rol',
    orden: 'role',
    width: 112,
    from: 420,
    isEssential: true,
    render: ({ role }) => <RoleBadge role={role} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 264,
    from: 520,
    isEssential: true,
    render: (usuario) => <UsuarioState usuario={usuario} />,
  },
  {
    key: 'ultimoAcceso',
    title: 'Último acceso',
    orden: 'ultimoAcceso',
    width: 144,
    from: 760,
    render: ({ ultimoAcceso }) => (ultimoAcceso === null ? 'Nunca' : <TimeAgo at={ultimoAcceso} />),
  },
  {
    key: 'creado',
    title: 'Creado',
    orden: 'creadoEn',
    width: 144,
    isOptional: true,
    from: 640,
    render: ({ creadoEn }) => <TimeAgo at={creadoEn} />,
  },
]

const NOUN = ['usuario', 'usuarios'] as const

export default function UsuariosPage() {
  const address = useListAddress({ q: '', role: '', activo: '', orden: 'username' })
  const data = useUsuarios(useQueryOf(address.values))
  const opened = useOpened()
  const [shown, setShown] = useState<ShownPassword | null>(null)
  const mayCreate = useCan('usuarios.crear')
  const mayEdit = useCan('usuarios.editar')
  const marks = useMarks(mayEdit, {
    resource: 'usuarios',
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'eliminar'],
  })
  const create = mayCreate && <CreateButton onClick={opened.openNew}>Crear usuario</CreateButton>
  return (
    <>
      <ListPage
        title="Usuarios"
        summary="Quién entra en DIV y qué puede hacer."
        noun={NOUN}
        data={data}
        columns={COLUMNS}
        address={address}
        actions={create}
        filters={
          <>
            <FilterSelect
              label="Rol"
              data={ROLES}
              value={address.values.role}
              onChange={(role) => address.set('role', role)}
            />
            <FilterSelect
              label="Estado"
              data={[
                { value: 'true', label: 'Activo' },
                { value: 'false', label: 'Inactivo' },
              ]}
              value={address.values.activo}
              onChange={(activo) => address.set('activo', activo)}
            />
          </>
        }
        empty={
          <EmptyState
            icon={IconUsers}
            title="Todavía no hay usuarios"
            text="Cree una cuenta para cada persona: así la auditoría dice quién hizo qué."
            action={
              <>
                {create}
                <GuiaLink to="/documentacion/seguridad">seguridad</GuiaLink>
              </>
            }
          />
        }
        {...marks}
        rowActions={(usuario) => <UsuarioMenu usuario={usuario} />}
        openId={opened.id}
        onOpen={({ id }) => opened.open(id)}
        aside={
          (opened.isNew || opened.id !== null) && (
            <UsuarioPanel key={opened.id} opened={opened} onCreated={setShown} />
          )
        }
      />
      {shown && <PasswordDialog shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
