/* The whole of what it takes to accept a token, in C: base64url of three parts, JSON of two, the code, the claims.
   Strict like the verifier that is measured beside it: duplicate members, foreign characters, trailing bits, bytes that
   are not UTF-8 and nesting without end are refused. */

#include "CBench.h"

#include <string.h>

#if defined(__linux__)

#include <openssl/crypto.h>
#include <openssl/evp.h>

enum { token_limit = 8192, member_limit = 32, depth_limit = 32 };

/* --- base64url ---------------------------------------------------------------------------------------------------- */

static uint8_t sextets[256];

static void fill_sextets(void) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  memset(sextets, 0xFF, sizeof sextets);
  for (int value = 0; value < 64; value++) sextets[(uint8_t)alphabet[value]] = (uint8_t)value;
}

/* How many bytes were written to `output`, or -1. */
static long decode(const uint8_t *text, size_t count, uint8_t *output) {
  if (count % 4 == 1) return -1;
  uint8_t *start = output, seen = 0, rest = 0;
  for (; count >= 4; text += 4, count -= 4) {
    uint8_t a = sextets[text[0]], b = sextets[text[1]], c = sextets[text[2]], d = sextets[text[3]];
    seen |= a | b | c | d;
    *output++ = (uint8_t)(a << 2 | b >> 4);
    *output++ = (uint8_t)(b << 4 | c >> 2);
    *output++ = (uint8_t)(c << 6 | d);
  }
  if (count) {
    uint8_t a = sextets[text[0]], b = sextets[text[1]], c = count == 3 ? sextets[text[2]] : 0;
    seen |= a | b | c;
    *output++ = (uint8_t)(a << 2 | b >> 4);
    rest = (uint8_t)(b << 4);
    if (count == 3) {
      *output++ = (uint8_t)(b << 4 | c >> 2);
      rest = (uint8_t)(c << 6);
    }
  }
  return seen > 63 || rest ? -1 : output - start;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

typedef struct {
  const uint8_t *bytes;
  size_t length;
} text;

typedef struct {
  enum { json_text, json_number, json_other } kind;
  text content;
  double number;
} value;

typedef struct {
  text name;
  value value;
} member;

typedef struct {
  const uint8_t *at, *end;
  /* Where texts go: they are shorter than what they are read from. */
  uint8_t *arena;
  int depth;
} reader;

static void skip_blanks(reader *in) {
  while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' || *in->at == '\r' || *in->at == '\t')) in->at++;
}

static int is_utf8(const uint8_t *at, const uint8_t *end) {
  while (at < end) {
    int more = *at < 0x80 ? 0 : (*at & 0xE0) == 0xC0 ? 1 : (*at & 0xF0) == 0xE0 ? 2 : (*at & 0xF8) == 0xF0 ? 3 : -1;
    if (more < 0 || end - at <= more) return 0;
    uint32_t scalar = more == 0 ? *at : *at & (0x3F >> more);
    for (int index = 1; index <= more; index++) {
      if ((at[index] & 0xC0) != 0x80) return 0;
      scalar = scalar << 6 | (at[index] & 0x3F);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (scalar < least[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar < 0xE000)) return 0;
    at += more + 1;
  }
  return 1;
}

static int hex_unit(reader *in, uint32_t *unit) {
  if (in->end - in->at < 4) return 0;
  *unit = 0;
  for (int index = 0; index < 4; index++) {
    uint8_t byte = *in->at++;
    int digit = byte >= '0' && byte <= '9' ? byte - '0'
                : (byte | 0x20) >= 'a' && (byte | 0x20) <= 'f' ? (byte | 0x20) - 'a' + 10 : -1;
    if (digit < 0) return 0;
    *unit = *unit << 4 | (uint32_t)digit;
  }
  return 1;
}

static int read_escape(reader *in) {
  if (in->at == in->end) return 0;
  uint32_t scalar;
  switch (*in->at++) {
    case '"': scalar = '"'; break;
    case '\\': scalar = '\\'; break;
    case '/': scalar = '/'; break;
    case 'b': scalar = '\b'; break;
    case 'f': scalar = '\f'; break;
    case 'n': scalar = '\n'; break;
    case 'r': scalar = '\r'; break;
    case 't': scalar = '\t'; break;
    case 'u':
      if (!hex_unit(in, &scalar)) return 0;
      if (scalar >= 0xD800 && scalar < 0xE000) {
        uint32_t second;
        if (scalar >= 0xDC00 || in->end - in->at < 2 || in->at[0] != '\\' || in->at[1] != 'u') return 0;
        in->at += 2;
        if (!hex_unit(in, &second) || second < 0xDC00 || second > 0xDFFF) return 0;
        scalar = 0x10000 + ((scalar - 0xD800) << 10) + (second - 0xDC00);
      }
      break;
    default: return 0;
  }
  if (scalar < 0x80) {
    *in->arena++ = (uint8_t)scalar;
  } else if (scalar < 0x800) {
    *in->arena++ = (uint8_t)(0xC0 | scalar >> 6);
    *in->arena++ = (uint8_t)(0x80 | (scalar & 0x3F));
  } else {
    if (scalar < 0x10000) {
      *in->arena++ = (uint8_t)(0xE0 | scalar >> 12);
    } else {
      *in->arena++ = (uint8_t)(0xF0 | scalar >> 18);
      *in->arena++ = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
    }
    *in->arena++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
    *in->arena++ = (uint8_t)(0x80 | (scalar & 0x3F));
  }
  return 1;
}

static int read_text(reader *in, text *out) {
  in->at++;
  uint8_t *start = in->arena, seen = 0;
  while (in->at < in->end && *in->at != '"') {
    uint8_t byte = *in->at++;
    if (byte < 0x20) return 0;
    seen |= byte;
    if (byte != '\\') *in->arena++ = byte;
    else if (!read_escape(in)) return 0;
  }
  if (in->at == in->end) return 0;
  in->at++;
  *out = (text){start, (size_t)(in->arena - start)};
  return seen < 0x80 || is_utf8(start, in->arena);
}

static int read_digits(reader *in, double *number, double *scale) {
  const uint8_t *start = in->at;
  for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++) {
    *number = *number * 10 + (*in->at - '0');
    *scale *= 10;
  }
  return in->at > start;
}

static int read_number(reader *in, value *out) {
  double number = 0, scale = 1, ignored = 1;
  int is_negative = *in->at == '-';
  in->at += is_negative;
  int begins_with_zero = in->at < in->end && *in->at == '0';
  const uint8_t *start = in->at;
  if (!read_digits(in, &number, &ignored) || (begins_with_zero && in->at - start > 1)) return 0;
  if (in->at < in->end && *in->at == '.') {
    in->at++;
    if (!read_digits(in, &number, &scale)) return 0;
  }
  if (in->at < in->end && (*in->at | 0x20) == 'e') {
    double exponent = 0;
    in->at++;
    int shrinks = in->at < in->end && *in->at == '-';
    if (in->at < in->end && (*in->at == '-' || *in->at == '+')) in->at++;
    if (!read_digits(in, &exponent, &ignored)) return 0;
    for (; exponent > 0 && exponent < 400; exponent--) {
      if (shrinks) scale *= 10;
      else number *= 10;
    }
  }
  *out = (value){json_number, {0}, (is_negative ? -number : number) / scale};
  return 1;
}

static int read_value(reader *in, value *out);

static int read_object(reader *in, member *members, size_t *count) {
  if (++in->depth > depth_limit) return 0;
  in->at++;
  *count = 0;
  for (skip_blanks(in); in->at < in->end && *in->at != '}';) {
    skip_blanks(in);
    if (in->at == in->end || *in->at != '"' || *count == member_limit) return 0;
    member *next = &members[*count];
    if (!read_text(in, &next->name)) return 0;
    for (size_t index = 0; index < *count; index++) {
      if (members[index].name.length == next->name.length &&
          memcmp(members[index].name.bytes, next->name.bytes, next->name.length) == 0)
        return 0;
    }
    skip_blanks(in);
    if (in->at == in->end || *in->at++ != ':' || !read_value(in, &next->value)) return 0;
    ++*count;
    skip_blanks(in);
    if (in->at == in->end || (*in->at != ',' && *in->at != '}')) return 0;
    if (*in->at == ',') {
      in->at++;
      skip_blanks(in);
      if (in->at == in->end || *in->at != '"') return 0;
    }
  }
  if (in->at == in->end) return 0;
  in->at++;
  in->depth--;
  return 1;
}

static int read_array(reader *in) {
  if (++in->depth > depth_limit) return 0;
  value element;
  in->at++;
  skip_blanks(in);
  if (in->at < in->end && *in->at == ']') {
    in->at++;
    in->depth--;
    return 1;
  }
  for (;;) {
    if (!read_value(in, &element)) return 0;
    skip_blanks(in);
    if (in->at == in->end) return 0;
    uint8_t byte = *in->at++;
    if (byte == ']') break;
    if (byte != ',') return 0;
  }
  in->depth--;
  return 1;
}

static int read_literal(reader *in, const char *literal) {
  size_t length = strlen(literal);
  if ((size_t)(in->end - in->at) < length || memcmp(in->at, literal, length) != 0) return 0;
  in->at += length;
  return 1;
}

static int read_value(reader *in, value *out) {
  skip_blanks(in);
  if (in->at == in->end) return 0;
  out->kind = json_other;
  switch (*in->at) {
    case '"': out->kind = json_text; return read_text(in, &out->content);
    case '{': {
      member members[member_limit];
      size_t count;
      return read_object(in, members, &count);
    }
    case '[': return read_array(in);
    case 't': return read_literal(in, "true");
    case 'f': return read_literal(in, "false");
    case 'n': return read_literal(in, "null");
    default: return (*in->at == '-' || (*in->at >= '0' && *in->at <= '9')) && read_number(in, out);
  }
}

/* The members of a whole text that is one object. */
static int read_document(const uint8_t *bytes, size_t length, uint8_t *arena, member *members, size_t *count) {
  reader in = {bytes, bytes + length, arena, 0};
  skip_blanks(&in);
  if (in.at == in.end || *in.at != '{' || !read_object(&in, members, count)) return 0;
  skip_blanks(&in);
  return in.at == in.end;
}

static const value *find(const member *members, size_t count, const char *name) {
  size_t length = strlen(name);
  for (size_t index = 0; index < count; index++) {
    if (members[index].name.length == length && memcmp(members[index].name.bytes, name, length) == 0)
      return &members[index].value;
  }
  return NULL;
}

static int is_text(const value *value, const char *expected) {
  size_t length = strlen(expected);
  return value && value->kind == json_text && value->content.length == length &&
         memcmp(value->content.bytes, expected, length) == 0;
}

static int is_time(const value *value) {
  return value && value->kind == json_number && value->number >= 0 && value->number <= 9007199254740992.0;
}

/* --- the token ---------------------------------------------------------------------------------------------------- */

static int check_header(const uint8_t *bytes, size_t length, uint8_t *arena) {
  static const char *const refused[] = {"crit", "b64", "zip", "jku", "jwk", "x5u", "x5c"};
  member members[member_limit];
  size_t count;
  if (!read_document(bytes, length, arena, members, &count)) return 0;
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    if (find(members, count, refused[index])) return 0;
  }
  const value *key = find(members, count, "kid");
  return is_text(find(members, count, "alg"), "HS256") && is_text(find(members, count, "typ"), "JWT") &&
         (!key || key->kind == json_text);
}

static int check_claims(
    const uint8_t *bytes, size_t length, uint8_t *arena, const char *issuer, const char *audience, double now) {
  const double leeway = 10;
  member members[member_limit];
  size_t count;
  if (!read_document(bytes, length, arena, members, &count)) return 0;
  const value *expiry = find(members, count, "exp"), *begin = find(members, count, "nbf"),
              *issued = find(members, count, "iat"), *subject = find(members, count, "sub");
  if (!is_time(expiry) || (begin && !is_time(begin)) || (issued && !is_time(issued))) return 0;
  if (now >= expiry->number + leeway || (begin && now < begin->number - leeway)) return 0;
  if (issued && issued->number > now + leeway) return 0;
  if (subject && (subject->kind != json_text || subject->content.length == 0)) return 0;
  return is_text(find(members, count, "iss"), issuer) && is_text(find(members, count, "aud"), audience);
}

static int check_token(
    cbench_mac *mac, const uint8_t *token, size_t count, const char *issuer, const char *audience, double now) {
  uint8_t decoded[token_limit], arena[token_limit];
  if (count > token_limit) return 0;
  const uint8_t *end = token + count, *first = memchr(token, '.', count);
  const uint8_t *second = first ? memchr(first + 1, '.', (size_t)(end - first - 1)) : NULL;
  if (!second || first == token || second + 1 == end || memchr(second + 1, '.', (size_t)(end - second - 1))) return 0;
  long header = decode(token, (size_t)(first - token), decoded);
  if (header < 0) return 0;
  long payload = decode(first + 1, (size_t)(second - first - 1), decoded + header);
  if (payload <= 0) return 0;
  long code = decode(second + 1, (size_t)(end - second - 1), decoded + header + payload);
  if (code != 32 || !check_header(decoded, (size_t)header, arena)) return 0;
  uint8_t found[32];
  if (!cbench_mac_code(mac, token, (size_t)(second - token), found)) return 0;
  if (CRYPTO_memcmp(found, decoded + header + payload, sizeof found) != 0) return 0;
  return check_claims(decoded + header, (size_t)payload, arena, issuer, audience, now);
}

int cbench_check_token(
    const uint8_t *key, size_t key_length, const uint8_t *token, size_t count, const char *issuer,
    const char *audience, double now, size_t rounds) {
  fill_sextets();
  cbench_mac *mac = cbench_mac_new(key, key_length);
  int is_valid = mac != NULL;
  for (size_t round = 0; is_valid && round < rounds; round++)
    is_valid = check_token(mac, token, count, issuer, audience, now);
  cbench_mac_free(mac);
  return is_valid;
}

#else

int cbench_check_token(
    const uint8_t *key, size_t key_length, const uint8_t *token, size_t count, const char *issuer,
    const char *audience, double now, size_t rounds) {
  (void)key, (void)key_length, (void)token, (void)count, (void)issuer, (void)audience, (void)now, (void)rounds;
  return 0;
}

#endif
