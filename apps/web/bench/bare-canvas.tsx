import { type Edge, type Node, ReactFlow, useEdgesState, useNodesState } from '@xyflow/react'
import { createRoot } from 'react-dom/client'
import '@xyflow/react/dist/style.css'

/** What the canvas is measured against (bench/measure-canvas.ts): React Flow with plain nodes and nothing else. */
function BareCanvas({ nodes, edges }: { nodes: Node[]; edges: Edge[] }) {
  const [drawn, , changeNodes] = useNodesState(nodes)
  const [lines, , changeEdges] = useEdgesState(edges)
  return (
    <div style={{ position: 'fixed', inset: 0 }}>
      <ReactFlow
        nodes={drawn}
        edges={lines}
        onNodesChange={changeNodes}
        onEdgesChange={changeEdges}
        minZoom={0.05}
        fitView
      />
    </div>
  )
}

const graph: { nodes: Node[]; edges: Edge[] } = await (await fetch('./graph.json')).json()
const root = document.getElementById('root')
if (root) createRoot(root).render(<BareCanvas {...graph} />)
