import { refuse } from '../refuse.ts'

/** An object of S3 by the names that its API has for them. */
export interface Lugar {
  Bucket: string
  Key: string
}

/** Which object a path means. S3 has no folders, and no key begins with «/» here. Without a bucket it is the list of them. */
export function lugarOf(ruta: string, bucket: string): Lugar {
  const key = ruta.replace(/^(?:\.?\/)+/, '').replace(/^\.$/, '')
  if (bucket !== '') return { Bucket: bucket, Key: key }
  const end = key.indexOf('/')
  return end === -1 ? { Bucket: key, Key: '' } : { Bucket: key.slice(0, end), Key: key.slice(end + 1) }
}

/** Throws DatosInvalidos for what names no object. */
export function objectOf(ruta: string, bucket: string): Lugar {
  const lugar = lugarOf(ruta, bucket)
  if (lugar.Bucket === '' || lugar.Key === '')
    throw refuse(
      'objeto.ruta',
      bucket === ''
        ? `«${ruta}» no nombra un archivo: escriba el bucket, «/» y su ruta en él.`
        : `«${ruta}» no nombra un archivo.`,
    )
  return lugar
}

/** What the keys of a folder begin with. */
export function prefixOf(key: string): string {
  return key === '' || key.endsWith('/') ? key : `${key}/`
}
