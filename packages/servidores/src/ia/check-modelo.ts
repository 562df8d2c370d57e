import type { ErrorDeCampo } from '@div/contract'

/** What is wrong with a node that chooses no model where its servidor names none either. */
export async function checkModelo(
  config: { modelo: string; modeloEmbeddings?: string },
  { tipoObjeto, objeto }: { tipoObjeto: string; objeto: Readonly<Record<string, unknown>> },
): Promise<ErrorDeCampo[]> {
  const usual = tipoObjeto === 'incrustar' ? config.modeloEmbeddings : config.modelo
  const chosen = objeto.modelo ?? ''
  if (usual || chosen !== '') return []
  return [{ campo: 'objeto.modelo', mensaje: 'Elija un modelo: el servidor no dice cuál usar.' }]
}
