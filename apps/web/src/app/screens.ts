import {
  IconActivity,
  IconApi,
  IconCalendarTime,
  IconFolders,
  IconHistory,
  IconHome,
  IconKey,
  IconServer2,
  IconSettings,
  IconSitemap,
  IconTable,
  IconUsers,
  IconVariable,
} from '@tabler/icons-react'
import type { Screen } from './screen.ts'

/** Every screen that exists. Routes, the sidebar in this order, menus and links are made of it: whatever is not here is offered nowhere. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'Inicio',
    access: 'autenticado',
    page: () => import('../features/home/home-page.tsx'),
    menu: { icon: IconHome },
  },
  {
    path: '/servidores',
    title: 'Servidores',
    access: 'servidores.leer',
    page: () => import('../features/servidores/servidores-page.tsx'),
    menu: { icon: IconServer2, count: 'servidores' },
  },
  {
    path: '/servidores/config/new',
    title: 'Nuevo servidor',
    access: 'servidores.crear',
    page: () => import('../features/servidores/servidores-config-page.tsx'),
  },
  {
    path: '/servidores/config/:id',
    title: 'Servidor',
    access: 'servidores.editar',
    page: () => import('../features/servidores/servidores-config-page.tsx'),
  },
  {
    path: '/canales',
    title: 'Canales',
    access: 'canales.leer',
    page: () => import('../features/canales/canales-page.tsx'),
    menu: { icon: IconApi, count: 'canales' },
  },
  {
    path: '/canales/config/new',
    title: 'Nuevo canal',
    access: 'canales.crear',
    page: () => import('../features/canales/canales-config-page.tsx'),
  },
  {
    path: '/canales/config/:id',
    title: 'Canal',
    access: 'canales.editar',
    page: () => import('../features/canales/canales-config-page.tsx'),
  },
  {
    path: '/canales/:id/asignar-procesos',
    title: 'Asignar procesos',
    access: 'canales.editar',
    page: () => import('../features/canales/asignar-procesos-page.tsx'),
  },
  {
    path: '/procesos',
    title: 'Procesos',
    access: 'procesos.leer',
    page: () => import('../features/procesos/procesos-page.tsx'),
    menu: { icon: IconSitemap, count: 'procesos' },
  },
  {
    path: '/procesos/:id',
    title: 'Proceso',
    access: 'procesos.leer',
    page: () => import('../features/procesos/proceso-page.tsx'),
  },
  {
    path: '/flujo/:id',
    title: 'Lienzo',
    access: 'procesos.editar',
    page: () => import('../features/flujo/flujo-page.tsx'),
  },
  {
    // Who may read a proceso reads its drawing too.
    path: '/flujo/:id/ver',
    title: 'Lienzo',
    access: 'procesos.leer',
    page: () => import('../features/flujo/flujo-page.tsx'),
  },
  {
    path: '/ejecuciones',
    title: 'Ejecuciones',
    access: 'procesos.leer',
    page: () => import('../features/ejecuciones/ejecuciones-page.tsx'),
    menu: { icon: IconActivity },
  },
  {
    path: '/ejecuciones/:id',
    title: 'Ejecución',
    access: 'procesos.leer',
    page: () => import('../features/ejecuciones/ejecucion-page.tsx'),
  },
  {
    path: '/tareas-programadas',
    title: 'Tareas programadas',
    access: 'tareas-programadas.leer',
    page: () => import('../features/tareas-programadas/tareas-programadas-page.tsx'),
    menu: { icon: IconCalendarTime, label: 'Tareas', count: 'tareas-programadas' },
  },
  {
    path: '/tareas-programadas/:id',
    title: 'Tarea programada',
    access: 'tareas-programadas.leer',
    page: () => import('../features/tareas-programadas/tarea-page.tsx'),
  },
  {
    path: '/parametros',
    title: 'Parámetros',
    access: 'parametros.leer',
    page: () => import('../features/parametros/parametros-page.tsx'),
    menu: { icon: IconVariable, count: 'parametros' },
  },
  {
    path: '/tablas',
    title: 'Tablas',
    access: 'tablas.leer',
    page: () => import('../features/tablas/tablas-page.tsx'),
    menu: { icon: IconTable, count: 'tablas' },
  },
  {
    path: '/tablas/:id',
    title: 'Tabla',
    access: 'tablas.leer',
    page: () => import('../features/tablas/tabla-page.tsx'),
  },
  {
    path: '/tablas/:id/importar',
    title: 'Importar filas',
    access: 'tablas.editar',
    page: () => import('../features/tablas/importar-page.tsx'),
  },
  {
    path: '/tablas/config/new',
    title: 'Nueva tabla',
    access: 'tablas.crear',
    page: () => import('../features/tablas/tabla-config-page.tsx'),
  },
  {
    path: '/tablas/config/:id',
    title: 'Columnas',
    access: 'tablas.leer',
    page: () => import('../features/tablas/tabla-config-page.tsx'),
  },
  {
    path: '/categorias',
    title: 'Categorías',
    access: 'categorias.leer',
    page: () => import('../features/categorias/categorias-page.tsx'),
    menu: { icon: IconFolders },
  },
  {
    path: '/tokens',
    title: 'Tokens de Acceso',
    access: 'tokens.leer',
    page: () => import('../features/tokens/tokens-page.tsx'),
    menu: { icon: IconKey },
  },
  {
    path: '/auditoria',
    title: 'Auditoría',
    access: 'auditoria.leer',
    page: () => import('../features/auditoria/auditoria-page.tsx'),
    menu: { icon: IconHistory, group: 'final' },
  },
  {
    path: '/usuarios',
    title: 'Usuarios',
    access: 'usuarios.leer',
    page: () => import('../features/usuarios/usuarios-page.tsx'),
    menu: { icon: IconUsers },
  },
  {
    path: '/perfil',
    title: 'Mi perfil',
    access: 'autenticado',
    page: () => import('../features/perfil/perfil-page.tsx'),
  },
  {
    path: '/configuracion',
    title: 'Configuración',
    access: 'admin',
    page: () => import('../features/configuracion/configuracion-page.tsx'),
    menu: { icon: IconSettings, group: 'final' },
  },
  {
    path: '/configuracion-async-pool',
    title: 'Pools de conexiones',
    access: 'admin',
    page: () => import('../features/configuracion-async-pool/configuracion-async-pool-page.tsx'),
  },
  {
    path: '/test-notifications',
    title: 'Prueba de notificaciones',
    access: 'autenticado',
    page: () => import('../features/test-notifications/test-notifications-page.tsx'),
  },
]

/** Where the guard leads, and what stands at no screen's address. */
export const LOGIN: Screen = {
  path: '/login',
  title: 'Acceso',
  access: 'publico',
  page: () => import('../features/login/login-page.tsx'),
}
export const UNAUTHORIZED: Screen = {
  path: '/unauthorized',
  title: 'Sin permiso',
  access: 'autenticado',
  page: () => import('../features/unauthorized/unauthorized-page.tsx'),
}
export const NOT_FOUND: Screen = {
  path: '*',
  title: 'No encontrada',
  access: 'autenticado',
  page: () => import('./not-found-page.tsx'),
}
