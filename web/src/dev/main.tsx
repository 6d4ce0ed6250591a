import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import '../app/global.css'
import { AppProviders } from '../app/AppProviders.tsx'
import { preferredLocale, activateLocale } from '../shared/ui/text/preferred-locale.ts'
import { Toasts } from '../shared/ui/toast/toast.tsx'

const Gallery = lazy(async () => ({ default: (await import('./gallery/Gallery.tsx')).Gallery }))
const Outbox = lazy(async () => ({ default: (await import('./outbox/Outbox.tsx')).Outbox }))
const PhonesScreen = lazy(async () => ({ default: (await import('./phones/PhonesScreen.tsx')).PhonesScreen }))

await activateLocale(preferredLocale())
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <AppProviders>
      <BrowserRouter>
        <Suspense fallback={null}>
          <Routes>
            <Route path="/dev/gallery" element={<Gallery />} />
            <Route path="/dev/outbox" element={<Outbox />} />
            <Route path="/dev/phones/*" element={<PhonesScreen />} />
            <Route path="*" element={<Navigate to="/dev/phones" replace />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
      <Toasts />
    </AppProviders>
  </StrictMode>,
)
