import type { ContratoRevisado } from '@div/contract'

type Puerto = ContratoRevisado['puertos'][number]

/** The one that the settings name, else the first: two services may have ports of one name. */
export function findPuerto(
  puertos: readonly Puerto[],
  { servicio, puerto }: Readonly<Record<string, unknown>>,
): Puerto | undefined {
  const isNamed = (given: unknown, name: string) => given === undefined || given === '' || given === name
  return puertos.find((each) => isNamed(servicio, each.servicio) && isNamed(puerto, each.nombre))
}
