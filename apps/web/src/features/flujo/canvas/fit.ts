/** The whole drawing, beside what stands upon the canvas: tools at the left, the map at the right, both at the bottom. */
export const FIT = {
  maxZoom: 1,
  padding: { top: '40px', x: '40px', bottom: '136px' },
} as const

export const MAP_SIZE = { width: 168, height: 108 }
