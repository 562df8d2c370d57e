import { LIMITS } from '@div/contract'
import { readXml } from '@div/funciones'
import { JsonTree } from '@div/ui'
import { type ReactNode, useMemo } from 'react'
import { plainTree } from './plain-tree.ts'

/** XML as a tree, such as an envelope; what is not quite XML is shown as it came. */
export default function XmlAnswer({ text, otherwise }: { text: string; otherwise: ReactNode }) {
  const value = useMemo(() => treeOf(text), [text])
  return value === undefined ? otherwise : <JsonTree label="Cuerpo" value={value} isUnwrapped />
}

function treeOf(text: string): unknown {
  try {
    return plainTree(readXml(text, LIMITS))
  } catch {
    // The text says all that there is to say.
    return undefined
  }
}
