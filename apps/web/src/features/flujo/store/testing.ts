import { newFlujo, type ProcesoGuardado } from '@div/contract'

/** A proceso as the server answers it, with the flujo that a new one has. */
export const STORED: ProcesoGuardado = {
  id: '00000000-0000-4000-8000-000000000001',
  nombre: 'Prueba',
  descripcion: '',
  categoriaId: null,
  modo: 'memoria',
  concurrencia: null,
  revision: 1,
  creadoEn: '2026-11-21T10:00:00.000Z',
  actualizadoEn: '2026-11-21T10:00:00.000Z',
  actualizadoPor: null,
  versionPublicada: null,
  flujo: newFlujo(),
}
