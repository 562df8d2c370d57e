/** The part of the driver that opens sockets, which its types do not tell. */
declare module 'oracledb/lib/thin/sqlnet/ntTcp.js' {
  const transport: {
    prototype: {
      connect(address: { host: string; httpsProxy?: string }): Promise<void>
      atts: { httpsProxy?: string }
      stream?: import('node:net').Socket
    }
  }
  export default transport
}
