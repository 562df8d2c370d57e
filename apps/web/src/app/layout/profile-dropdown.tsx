import { Badge, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useReach } from '../../shared/reach.ts'
import { ROLE_COLORS } from '../../shared/role-colors.ts'
import { useSession } from '../../shared/session.ts'
import type { DropdownProps } from './on-demand.tsx'
import { signOut } from './sign-out.ts'
import classes from './top-bar.module.css'

const PROFILE = '/perfil'
const SCHEMES = [
  { value: 'light', label: 'Claro', icon: IconSun },
  { value: 'dark', label: 'Oscuro', icon: IconMoon },
  { value: 'auto', label: 'Según el sistema', icon: IconDeviceDesktop },
] as const

export default function ProfileDropdown({ target, isOpen, onChange }: DropdownProps) {
  const user = useSession()?.user
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const hasProfile = useReach()(PROFILE)
  if (user === undefined) return target
  return (
    <Menu position="bottom-end" offset={10} width={260} opened={isOpen} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.identity}>
          <Text fw={600}>{user.username}</Text>
          <Text size="sm" c="dimmed">
            {user.email}
          </Text>
          <Badge color={ROLE_COLORS[user.role]} mt="xs">
            {user.role}
          </Badge>
        </div>
        {hasProfile && (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to={PROFILE} leftSection={<IconUser size={16} aria-hidden />}>
              Mi perfil y contraseña
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Label>Tema</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(toScheme(value))}>
          {SCHEMES.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick={false}
              rightSection={<Icon size={16} aria-hidden />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Cerrar Sesión
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function toScheme(value: string) {
  return SCHEMES.find((scheme) => scheme.value === value)?.value ?? 'auto'
}
