#ifndef CCurl_H
#define CCurl_H
#endif
