/*
 * Answers with the content of a file that is read once, when the configuration is:
 *
 *     location = /message { wirecost_hello /path/of/the/file; }
 *
 * As the module of the test of 2009 it is a content handler that sends one buffer from memory.
 */

#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

typedef struct {
    ngx_str_t content;
} hello_conf_t;

static void *create_conf(ngx_conf_t *cf);
static char *set_hello(ngx_conf_t *cf, ngx_command_t *command, void *conf);
static ngx_int_t handle(ngx_http_request_t *request);

static ngx_command_t commands[] = {
    {ngx_string("wirecost_hello"), NGX_HTTP_LOC_CONF | NGX_CONF_TAKE1, set_hello, NGX_HTTP_LOC_CONF_OFFSET, 0, NULL},
    ngx_null_command,
};

static ngx_http_module_t context = {NULL, NULL, NULL, NULL, NULL, NULL, create_conf, NULL};

ngx_module_t ngx_http_wirecost_hello_module = {
    NGX_MODULE_V1, &context, commands, NGX_HTTP_MODULE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NGX_MODULE_V1_PADDING,
};

static void *create_conf(ngx_conf_t *cf)
{
    return ngx_pcalloc(cf->pool, sizeof(hello_conf_t));
}

/* Reads all of a file into `content`, whose memory lives as long as the configuration. */
static ngx_int_t read_file(ngx_conf_t *cf, ngx_str_t *path, ngx_str_t *content)
{
    ngx_file_t file;
    ngx_file_info_t info;
    ngx_int_t result = NGX_ERROR;

    ngx_memzero(&file, sizeof(file));
    file.name = *path;
    file.log = cf->log;
    file.fd = ngx_open_file(path->data, NGX_FILE_RDONLY, NGX_FILE_OPEN, 0);
    if (file.fd == NGX_INVALID_FILE) {
        return NGX_ERROR;
    }
    if (ngx_fd_info(file.fd, &info) != NGX_FILE_ERROR) {
        content->len = ngx_file_size(&info);
        content->data = ngx_palloc(cf->pool, content->len);
        if (content->data != NULL && ngx_read_file(&file, content->data, content->len, 0) == (ssize_t) content->len) {
            result = NGX_OK;
        }
    }
    ngx_close_file(file.fd);
    return result;
}

static char *set_hello(ngx_conf_t *cf, ngx_command_t *command, void *conf)
{
    hello_conf_t *hello = conf;
    ngx_str_t *arguments = cf->args->elts;
    ngx_http_core_loc_conf_t *location;

    if (read_file(cf, &arguments[1], &hello->content) != NGX_OK) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, ngx_errno, "cannot read \"%V\"", &arguments[1]);
        return NGX_CONF_ERROR;
    }
    location = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);
    location->handler = handle;
    return NGX_CONF_OK;
}

static ngx_int_t handle(ngx_http_request_t *request)
{
    hello_conf_t *hello = ngx_http_get_module_loc_conf(request, ngx_http_wirecost_hello_module);
    ngx_buf_t *buffer;
    ngx_chain_t out;
    ngx_int_t result;

    if (!(request->method & (NGX_HTTP_GET | NGX_HTTP_HEAD))) {
        return NGX_HTTP_NOT_ALLOWED;
    }
    result = ngx_http_discard_request_body(request);
    if (result != NGX_OK) {
        return result;
    }
    request->headers_out.status = NGX_HTTP_OK;
    request->headers_out.content_length_n = hello->content.len;
    ngx_str_set(&request->headers_out.content_type, "application/octet-stream");
    request->headers_out.content_type_len = request->headers_out.content_type.len;
    result = ngx_http_send_header(request);
    if (result == NGX_ERROR || result > NGX_OK || request->header_only) {
        return result;
    }
    buffer = ngx_calloc_buf(request->pool);
    if (buffer == NULL) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    buffer->pos = hello->content.data;
    buffer->last = hello->content.data + hello->content.len;
    buffer->memory = hello->content.len > 0;
    buffer->last_buf = request == request->main;
    buffer->last_in_chain = 1;
    out.buf = buffer;
    out.next = NULL;
    return ngx_http_output_filter(request, &out);
}
