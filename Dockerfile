# One image for all parts of the store: ROLE selects one. docs/host.md describes how they work together.
FROM node:24-slim AS pages
WORKDIR /srv/quartermaster
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY core core
COPY web web
COPY local local
COPY functions functions
COPY tsconfig.json ./
RUN node --eval "import('./local/build-admin.ts').then(({ buildAdminAnew }) => buildAdminAnew())"

FROM node:24-slim AS modules
WORKDIR /srv/quartermaster
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
  && find node_modules -name "*.map" -delete

FROM node:24-slim
WORKDIR /srv/quartermaster
COPY --from=modules /srv/quartermaster/node_modules node_modules
COPY package.json ./
COPY core core
COPY functions functions
COPY local local
COPY scripts/doctor.ts scripts/owner.ts scripts/
COPY --from=pages /srv/quartermaster/dist/web dist/web
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
VOLUME /data
EXPOSE 4000
USER node
# Ready means that the database answers, is migrated and has space, and that there is an owner.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import=./core/db/pool/import-drizzle.mjs", "--max-semi-space-size=8", "--max-old-space-size=512", "local/start.ts"]
