import { Stack } from '@mantine/core'
import { useMetricas } from '../../shared/metricas/use-metricas.ts'
import { useCan } from '../../shared/session.ts'
import { HomeHero } from './home-hero.tsx'
import { PrimerosPasos } from './primeros-pasos/primeros-pasos.tsx'
import { usePrimerosPasos } from './primeros-pasos/primeros-pasos-api.ts'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { SystemMetrics } from './system-metrics.tsx'

export default function HomePage() {
  const { isPending } = useMetricas()
  const mayDraw = useCan('procesos.crear')
  const { isLoading } = usePrimerosPasos(mayDraw)
  return (
    <Stack gap={32}>
      <HomeHero />
      {mayDraw && <PrimerosPasos />}
      {/* Before it is known what stands above them, they would have to move. */}
      {!isLoading && <QuickActions />}
      {!isLoading && <SystemMetrics />}
      {!isLoading && !isPending && <RecentActivity />}
    </Stack>
  )
}
