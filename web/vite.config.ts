import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { firstFiles } from './first-files.ts'
import {
  firstPaint,
  installable,
  keepFocusInDialogs,
  keepMarkedOption,
  messageCatalogs,
  pageRoutes,
} from './vite-plugins.ts'

const root = import.meta.dirname
// Passed to every Lingui plugin, so that a build works from any folder.
const linguiConfig = { cwd: join(root, '..') }
const api = { target: 'http://127.0.0.1:3000', changeOrigin: false }

/** Three pages: auth.html (login), index.html (the dashboard), dev.html (development tools). */
export default defineConfig({
  root,
  appType: 'mpa',
  publicDir: false,
  plugins: [
    pageRoutes(),
    react(),
    keepFocusInDialogs(),
    keepMarkedOption(),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(linguiConfig) }, linguiConfig)] }),
    messageCatalogs(linguiConfig.cwd),
    firstFiles(root),
    firstPaint(root),
    installable(root),
  ],
  css: { postcss: { plugins: [mantine()] } },
  server: {
    port: 5173,
    proxy: {
      '/api': api,
      '/hooks': api,
      '/sso': api,
      '/scim': api,
      '/hr': api,
      '/dev/carrier': api,
      '/ws': { ...api, ws: true },
    },
  },
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { auth: join(root, 'auth.html'), index: join(root, 'index.html'), dev: join(root, 'dev.html') },
    },
  },
})
