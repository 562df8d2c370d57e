import { type Wsdl, writeSchema, writeWsdl } from '@div/soap'

/** Addresses under which one canal is known at the same time; whoever asks says which. */
const MAX_ADDRESSES = 16

/** What a canal says of itself, written once for each address. */
export interface CanalDocuments {
  wsdl(address: string): string
  schema(): string
}

export function createCanalDocuments({ services, ...wsdl }: Wsdl): CanalDocuments {
  const byAddress = new Map<string, string>()
  const write = (address: string) =>
    writeWsdl({
      ...wsdl,
      services: services.map((service) => ({
        ...service,
        ports: service.ports.map((port) => ({ ...port, address })),
      })),
    })
  let schema: string | null = null
  return {
    wsdl(address) {
      const known = byAddress.get(address)
      if (known !== undefined) return known
      const [oldest] = byAddress.keys()
      if (byAddress.size >= MAX_ADDRESSES && oldest !== undefined) byAddress.delete(oldest)
      const written = write(address)
      byAddress.set(address, written)
      return written
    },
    schema() {
      schema ??= writeSchema(wsdl.schema, { targetNamespace: wsdl.targetNamespace, isAlone: true })
      return schema
    },
  }
}
