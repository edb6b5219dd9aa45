# The site, built from this clone and served by nginx:
#   docker build -t compendium --build-arg BASE_URL=https://rules.example.org/ .
#   docker run -d -p 8080:80 compendium
FROM python:3.13 AS build
WORKDIR /src
# With .git: the pages tell when their entries changed.
COPY . .
RUN pip install -q ".[site]"
ARG BASE_URL=https://compendium.example/
RUN compendium build --strict --base-url "$BASE_URL"

FROM nginx:stable
COPY --from=build /src/build/site /usr/share/nginx/html
# An unknown address gets the page that names the nearest entries.
RUN sed -i 's|#error_page *404 .*|error_page 404 /404.html;|' /etc/nginx/conf.d/default.conf
# The page answers from many small scripts: compressed they are a third.
RUN printf 'gzip on;\ngzip_types text/css text/javascript application/javascript application/json image/svg+xml;\n' \
    > /etc/nginx/conf.d/gzip.conf
